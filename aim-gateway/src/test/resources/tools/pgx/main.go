// Asks by pgx in each of its modes, by its pool, and by database/sql.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
)

// The job of the test does not answer this one in time.
const silent = "SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321"

var ctx = context.Background()

func check(name string, seen any, err error) {
	if err != nil {
		fmt.Println(name, err)
		os.Exit(1)
	}
	fmt.Println("OK", name, seen)
}

func code(err error) string {
	var failure *pgconn.PgError
	if errors.As(err, &failure) {
		return failure.Code
	}
	return fmt.Sprint(err)
}

func count(c *pgx.Conn, text string, values ...any) (int, error) {
	rows, err := c.Query(ctx, text, values...)
	if err != nil {
		return 0, err
	}
	read := 0
	for ; rows.Next(); read++ {
		if _, err := rows.Values(); err != nil {
			return 0, err
		}
	}
	return read, rows.Err()
}

func ask(url string) {
	c, err := pgx.Connect(ctx, url)
	check("connect", url, err)
	for _, each := range []struct {
		name, text string
		values     []any
	}{
		{"tables", "SELECT table_name FROM information_schema.tables WHERE table_schema = $1", []any{"public"}},
		{"columns", "SELECT * FROM information_schema.columns WHERE table_name = $1", []any{"subscribers"}},
		{"preview", "SELECT * FROM subscribers LIMIT 5", nil},
		{"chart", "SELECT region, count(*), sum(total_cost_this_day) FROM subscribers GROUP BY region", nil},
		{"parameter", "SELECT subscriber_id FROM subscribers WHERE subscriber_id < $1", []any{4}},
		{"array", "SELECT subscriber_id FROM subscribers WHERE subscriber_id = ANY($1)", []any{[]int64{1, 2}}},
	} {
		rows, err := count(c, each.text, each.values...)
		check(each.name, rows, err)
	}
	_, err = c.LoadType(ctx, "_int4")
	check("type", "_int4", err)
	batch := &pgx.Batch{}
	for key := 1; key <= 5; key++ {
		batch.Queue("SELECT subscriber_id FROM subscribers WHERE subscriber_id = $1", key)
	}
	check("batch", batch.Len(), c.SendBatch(ctx, batch).Close())
	transaction, err := c.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	check("begin", nil, err)
	check("commit", nil, transaction.Commit(ctx))
	_, err = count(c, "SELECT nosuch FROM subscribers")
	if code(err) != "42703" {
		check("error", nil, fmt.Errorf("%v", err))
	}
	go func() {
		time.Sleep(time.Second)
		c.PgConn().CancelRequest(ctx)
	}()
	if _, err = c.Exec(ctx, silent); code(err) != "57014" {
		check("cancel", nil, fmt.Errorf("%v", err))
	}
	check("close", nil, c.Close(ctx))
}

func main() {
	url := fmt.Sprintf("postgres://ada@%s:%s/aim", os.Args[1], os.Args[2])
	for _, mode := range []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"} {
		ask(url + "?default_query_exec_mode=" + mode)
	}
	var subscribers int
	pool, err := pgxpool.New(ctx, url)
	check("pool", nil, err)
	check("by the pool", &subscribers, pool.QueryRow(ctx, "SELECT count(*) FROM subscribers").Scan(&subscribers))
	db, err := sql.Open("pgx", url)
	check("database/sql", nil, err)
	check("by it", &subscribers, db.QueryRow("SELECT count(*) FROM subscribers WHERE subscriber_id < $1", 4).Scan(&subscribers))
}
