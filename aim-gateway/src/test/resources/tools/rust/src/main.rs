//! Asks by tokio-postgres, and by sqlx.
use futures_util::TryStreamExt;
use sqlx::Row;
use std::time::Duration;
use tokio_postgres::{Client, Error, NoTls};

// The job of the test does not answer this one in time.
const SILENT: &str = "SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321";

async fn connect(to: &str) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(to, NoTls).await?;
    tokio::spawn(async move { connection.await.ok() });
    Ok(client)
}

fn code(error: Error) -> String {
    error.code().map(|code| code.code().to_string()).unwrap_or(error.to_string())
}

async fn tokio_postgres(to: &str) -> Result<(), Error> {
    let mut client = connect(to).await?;
    let tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = $1";
    println!("OK tables {}", client.query(tables, &[&"public"]).await?.len());
    let columns = "SELECT column_name FROM information_schema.columns WHERE table_name = $1";
    println!("OK columns {}", client.query(columns, &[&"subscribers"]).await?.len());
    println!("OK preview {}", client.query("SELECT * FROM subscribers LIMIT 5", &[]).await?.len());
    let chart = client.query("SELECT region, count(*) FROM subscribers GROUP BY region", &[]).await?;
    println!("OK chart {}", chart[0].get::<_, i64>(1));
    let keys = "SELECT subscriber_id FROM subscribers WHERE subscriber_id < $1";
    assert_eq!(client.query(keys, &[&4i64]).await?.len(), 3);
    let any = "SELECT subscriber_id FROM subscribers WHERE subscriber_id = ANY($1)";
    assert_eq!(client.query(any, &[&vec![1i64, 2]]).await?.len(), 2);
    println!("OK several {}", client.simple_query("SELECT 1; SELECT 2").await?.len());
    let statement = client.prepare("SELECT subscriber_id FROM subscribers").await?;
    let transaction = client.build_transaction().read_only(true).start().await?;
    let portal = transaction.bind(&statement, &[]).await?;
    assert_eq!(transaction.query_portal(&portal, 3).await?.len(), 3);
    transaction.commit().await?;
    let copied = client.copy_out("COPY (SELECT subscriber_id FROM subscribers) TO STDOUT").await?;
    println!("OK copied {}", copied.try_fold(0, |sum, part| async move { Ok(sum + part.len()) }).await?);
    let both = tokio::try_join!(client.query("SELECT 1", &[]), client.query(&statement, &[]))?;
    println!("OK together {}", both.1.len());
    let token = client.cancel_token();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        token.cancel_query(NoTls).await.ok();
    });
    assert_eq!(code(client.query(SILENT, &[]).await.unwrap_err()), "57014");
    assert_eq!(code(client.query("SELECT nosuch FROM subscribers", &[]).await.unwrap_err()), "42703");
    drop(client);
    println!("OK again {}", connect(to).await?.query("SELECT 1", &[]).await?.len());
    Ok(())
}

async fn sqlx(to: &str) -> Result<(), sqlx::Error> {
    let pool = sqlx::postgres::PgPoolOptions::new().max_connections(2).connect(to).await?;
    println!("OK sqlx: preview {}", sqlx::query("SELECT * FROM subscribers LIMIT 5").fetch_all(&pool).await?.len());
    let chart = sqlx::query("SELECT region, count(*) FROM subscribers GROUP BY region").fetch_all(&pool).await?;
    println!("OK sqlx: chart {}", chart[0].get::<i64, _>(1));
    let keys = sqlx::query("SELECT subscriber_id FROM subscribers WHERE subscriber_id < $1").bind(4i64);
    assert_eq!(keys.fetch_all(&pool).await?.len(), 3);
    let mut transaction = pool.begin().await?;
    println!("OK sqlx: transaction {}", sqlx::query("SELECT 1").fetch_all(&mut *transaction).await?.len());
    transaction.rollback().await
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let (host, port) = (&arguments[1], &arguments[2]);
    tokio_postgres(&format!("host={host} port={port} user=ada dbname=aim")).await?;
    sqlx(&format!("postgres://ada@{host}:{port}/aim")).await?;
    Ok(())
}
