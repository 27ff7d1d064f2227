-- The relations of PostgreSQL's catalogs that have rows.
--
-- Each is a query over what the gateway knows, the relations of the schema facts: facts.txt lists them, and the class Facts makes their
-- rows. It can name other relations of this file, too. No other statement can name facts.
--
-- A view lists the columns that have a value, each under its name. The others of relations.txt are false, zero or empty if they are
-- never null, and else null. The type of a value is like that of its column. A view is computed once, unless it is one of those that
-- the class CatalogViews says change.
--
-- current_user is the owner of everything, whose number is 10. A kind of a relation is r for a table, v for a view, and i for an index.

CREATE VIEW pg_catalog.pg_class AS
SELECT oid, name AS relname, schema_oid AS relnamespace, 10 AS relowner,
       CASE kind WHEN 'r' THEN 2 WHEN 'i' THEN 403 ELSE 0 END AS relam,
       CASE kind WHEN 'v' THEN 0 ELSE oid END AS relfilenode,
       CASE kind WHEN 'i' THEN 1 ELSE 0 END AS relpages,
       -- How many rows a table has is not known here.
       CASE kind WHEN 'r' THEN -1::real ELSE 0::real END AS reltuples,
       has_key AS relhasindex,
       kind = 'v' AS relhasrules,
       'p' AS relpersistence, kind AS relkind, columns AS relnatts,
       true AS relispopulated,
       CASE WHEN kind = 'r' AND NOT is_system THEN 'd' ELSE 'n' END AS relreplident,
       '0' AS relfrozenxid, '0' AS relminmxid
FROM facts.relations;

CREATE VIEW pg_catalog.pg_attribute AS
SELECT c.relation_oid AS attrelid, c.name AS attname, c.type_oid AS atttypid, c.number AS attnum,
       t.typlen AS attlen, t.typbyval AS attbyval, t.typalign AS attalign, t.typstorage AS attstorage, t.typcollation AS attcollation,
       coalesce(c.modifier, -1) AS atttypmod,
       -- The name of an array begins like that.
       CASE WHEN t.typname LIKE '\_%' THEN 1 ELSE 0 END AS attndims,
       NOT c.is_nullable AS attnotnull, true AS attislocal
FROM facts.columns c LEFT JOIN facts.types t ON t.oid = c.type_oid;

CREATE VIEW pg_catalog.pg_index AS
SELECT index_oid AS indexrelid, relation_oid AS indrelid,
       cardinality(columns) AS indnatts, cardinality(columns) AS indnkeyatts, columns AS indkey,
       array_fill(0, ARRAY[cardinality(columns)]) AS indcollation,
       array_fill(0, ARRAY[cardinality(columns)]) AS indclass,
       array_fill(0, ARRAY[cardinality(columns)]) AS indoption,
       true AS indisunique, true AS indisprimary, true AS indimmediate, true AS indisvalid, true AS indisready, true AS indislive
FROM facts.keys;

CREATE VIEW pg_catalog.pg_constraint AS
SELECT k.constraint_oid AS oid, k.name AS conname, r.schema_oid AS connamespace, 'p' AS contype,
       k.relation_oid AS conrelid, k.index_oid AS conindid, k.columns AS conkey,
       true AS conenforced, true AS convalidated, true AS conislocal, true AS connoinherit,
       ' ' AS confupdtype, ' ' AS confdeltype, ' ' AS confmatchtype
FROM facts.keys k LEFT JOIN facts.relations r ON r.oid = k.relation_oid;

-- The index of a key is a part of its constraint.
CREATE VIEW pg_catalog.pg_depend AS
SELECT 'pg_class'::regclass AS classid, index_oid AS objid, 'pg_constraint'::regclass AS refclassid, constraint_oid AS refobjid,
       'i' AS deptype
FROM facts.keys;

CREATE VIEW pg_catalog.pg_description AS
SELECT oid AS objoid, catalog_oid AS classoid, number AS objsubid, comment AS description
FROM facts.comments;

CREATE VIEW pg_catalog.pg_type AS
SELECT *, 'pg_catalog'::regnamespace AS typnamespace, 10 AS typowner, true AS typisdefined, -1 AS typtypmod, ',' AS typdelim
FROM facts.types;

-- The functions that read and write the values of types, and those that return rows.
CREATE VIEW pg_catalog.pg_proc AS
SELECT r.oid, r.name AS proname, r.schema_oid AS pronamespace, 10 AS proowner, r.name AS prosrc, 'f' AS prokind,
       CASE WHEN r.is_of_type THEN 12 ELSE 14 END AS prolang,
       CASE WHEN r.is_of_type THEN 1::real ELSE 100::real END AS procost,
       CASE WHEN r.is_of_type THEN 0::real ELSE 1000::real END AS prorows,
       r.is_of_type AS proisstrict,
       NOT r.is_of_type AS proretset,
       CASE WHEN r.is_of_type THEN 'i' ELSE 'v' END AS provolatile,
       CASE WHEN r.is_of_type THEN 's' ELSE 'u' END AS proparallel,
       CASE WHEN r.is_of_type THEN 0 ELSE 'record'::regtype END AS prorettype,
       cardinality(r.argument_types) AS pronargs, r.defaults AS pronargdefaults, r.argument_types AS proargtypes,
       p.types AS proallargtypes, p.modes AS proargmodes, p.names AS proargnames
FROM facts.routines r LEFT JOIN (
  SELECT routine_oid,
         array_agg(type_oid ORDER BY number) AS types, array_agg(mode ORDER BY number) AS modes, array_agg(name ORDER BY number) AS names
  FROM facts.parameters GROUP BY routine_oid) p ON p.routine_oid = r.oid;

CREATE VIEW pg_catalog.pg_namespace AS
SELECT oid, name AS nspname, 10 AS nspowner
FROM facts.schemas;

-- pgAdmin lists no database with a number of the system's own.
CREATE VIEW pg_catalog.pg_database AS
SELECT 16384 AS oid, current_database() AS datname, 10 AS datdba, 6 AS encoding, 'b' AS datlocprovider,
       true AS datallowconn, -1 AS datconnlimit, '0' AS datfrozenxid, '0' AS datminmxid, 1663 AS dattablespace,
       'C.UTF-8' AS datcollate, 'C.UTF-8' AS datctype, 'C.UTF-8' AS datlocale,
       -- The name of datlocale until PostgreSQL 17, by which psql asks a server of an older version.
       'C.UTF-8' AS daticulocale;

CREATE VIEW pg_catalog.pg_roles AS
SELECT oid, name AS rolname, false AS rolsuper, true AS rolinherit, false AS rolcreaterole, false AS rolcreatedb, true AS rolcanlogin,
       false AS rolreplication, false AS rolbypassrls, -1 AS rolconnlimit, '********' AS rolpassword
FROM facts.users;

CREATE VIEW pg_catalog.pg_user AS
SELECT rolname AS usename, oid AS usesysid, rolcreatedb AS usecreatedb, rolsuper AS usesuper, rolreplication AS userepl,
       rolbypassrls AS usebypassrls, rolpassword AS passwd
FROM pg_catalog.pg_roles;

CREATE VIEW pg_catalog.pg_settings AS
SELECT name, value AS setting, unit, category, description AS short_desc, 'user' AS context, 'string' AS vartype, 'default' AS source,
       value AS boot_val, value AS reset_val, false AS pending_restart
FROM facts.settings;

CREATE VIEW pg_catalog.pg_stat_activity AS
SELECT * FROM facts.activity;

CREATE VIEW pg_catalog.pg_stat_gssapi AS
SELECT pid, false AS gss_authenticated, false AS encrypted, false AS credentials_delegated
FROM facts.activity;

CREATE VIEW pg_catalog.pg_am AS
SELECT oid, name AS amname, kind AS amtype
FROM (VALUES (2, 'heap', 't'), (403, 'btree', 'i')) AS v (oid, name, kind);

CREATE VIEW pg_catalog.pg_tablespace AS
SELECT oid, name AS spcname, 10 AS spcowner
FROM (VALUES (1663, 'pg_default'), (1664, 'pg_global')) AS v (oid, name);

CREATE VIEW pg_catalog.pg_collation AS
SELECT oid, name AS collname, 'pg_catalog'::regnamespace AS collnamespace, 10 AS collowner, provider AS collprovider,
       true AS collisdeterministic, -1 AS collencoding, locale AS collcollate, locale AS collctype
FROM (VALUES (100, 'default', 'd', NULL), (950, 'C', 'c', 'C'), (951, 'POSIX', 'c', 'POSIX')) AS v (oid, name, provider, locale);

CREATE VIEW pg_catalog.pg_language AS
SELECT oid, name AS lanname, 10 AS lanowner, name = 'sql' AS lanpltrusted
FROM (VALUES (12, 'internal'), (13, 'c'), (14, 'sql')) AS v (oid, name);

CREATE VIEW pg_catalog.pg_timezone_names AS
SELECT * FROM facts.time_zones;

-- The rule that makes a view one: without it, pgAdmin does not know the view.
CREATE VIEW pg_catalog.pg_rewrite AS
SELECT oid, '_RETURN' AS rulename, oid AS ev_class, '1' AS ev_type, 'O' AS ev_enabled, true AS is_instead
FROM facts.relations WHERE kind = 'v';

CREATE VIEW pg_catalog.pg_tables AS
SELECT schema AS schemaname, name AS tablename, current_user AS tableowner, has_key AS hasindexes,
       false AS hasrules, false AS hastriggers, false AS rowsecurity
FROM facts.relations WHERE kind = 'r';

CREATE VIEW pg_catalog.pg_views AS
SELECT schema AS schemaname, name AS viewname, current_user AS viewowner, '' AS definition
FROM facts.relations WHERE kind = 'v';

CREATE VIEW pg_catalog.pg_indexes AS
SELECT r.schema AS schemaname, r.name AS tablename, k.name AS indexname, pg_get_indexdef(k.index_oid) AS indexdef
FROM facts.keys k LEFT JOIN facts.relations r ON r.oid = k.relation_oid;

CREATE VIEW pg_catalog.pg_stat_user_tables AS
SELECT oid AS relid, schema AS schemaname, name AS relname, 0 AS n_live_tup, 0 AS n_dead_tup, 0 AS seq_scan
FROM facts.relations WHERE kind = 'r' AND NOT is_system;

CREATE VIEW pg_catalog.pg_stat_all_tables AS
SELECT * FROM pg_catalog.pg_stat_user_tables;

CREATE VIEW information_schema.information_schema_catalog_name AS
SELECT current_database() AS catalog_name;

CREATE VIEW information_schema.schemata AS
SELECT current_database() AS catalog_name, name AS schema_name, current_user AS schema_owner
FROM facts.schemas;

CREATE VIEW information_schema.tables AS
SELECT current_database() AS table_catalog, schema AS table_schema, name AS table_name,
       CASE kind WHEN 'r' THEN 'BASE TABLE' ELSE 'VIEW' END AS table_type,
       CASE kind WHEN 'r' THEN 'YES' ELSE 'NO' END AS is_insertable_into,
       'NO' AS is_typed
FROM facts.relations WHERE kind <> 'i';

CREATE VIEW information_schema.views AS
SELECT current_database() AS table_catalog, schema AS table_schema, name AS table_name, 'NONE' AS check_option,
       'NO' AS is_updatable, 'NO' AS is_insertable_into,
       'NO' AS is_trigger_updatable, 'NO' AS is_trigger_deletable, 'NO' AS is_trigger_insertable_into
FROM facts.relations WHERE kind = 'v';

CREATE VIEW information_schema.columns AS
SELECT current_database() AS table_catalog, c.schema AS table_schema, c.relation AS table_name,
       c.name AS column_name, c.number AS ordinal_position, c.number::text AS dtd_identifier,
       CASE WHEN c.is_nullable THEN 'YES' ELSE 'NO' END AS is_nullable,
       CASE t.typcategory WHEN 'A' THEN 'ARRAY' ELSE replace(format_type(t.oid, NULL), 'bpchar', 'character') END AS data_type,
       current_database() AS udt_catalog, 'pg_catalog' AS udt_schema, t.typname AS udt_name,
       -- The modifier of a text is its length and 4 more, that of a number its precision times 65536 and its scale and 4 more.
       CASE WHEN t.typname IN ('varchar', 'bpchar') THEN c.modifier - 4 END AS character_maximum_length,
       CASE WHEN t.typname IN ('varchar', 'bpchar', 'text') THEN coalesce((c.modifier - 4) * 4, 1073741824) END AS character_octet_length,
       CASE t.typname WHEN 'int2' THEN 16 WHEN 'int4' THEN 32 WHEN 'int8' THEN 64 WHEN 'float4' THEN 24 WHEN 'float8' THEN 53
                      WHEN 'numeric' THEN (c.modifier - 4) / 65536 END AS numeric_precision,
       CASE WHEN t.typname IN ('int2', 'int4', 'int8', 'float4', 'float8') THEN 2
            WHEN t.typname = 'numeric' THEN 10 END AS numeric_precision_radix,
       CASE WHEN t.typname IN ('int2', 'int4', 'int8') THEN 0
            WHEN t.typname = 'numeric' THEN (c.modifier - 4) % 65536 END AS numeric_scale,
       CASE WHEN t.typname = 'date' THEN 0
            WHEN t.typname IN ('timestamp', 'timestamptz', 'interval') THEN coalesce(c.modifier, 6) END AS datetime_precision,
       CASE c.relation_kind WHEN 'r' THEN 'YES' ELSE 'NO' END AS is_updatable,
       'NO' AS is_self_referencing, 'NO' AS is_identity, 'NO' AS identity_cycle, 'NEVER' AS is_generated
FROM facts.columns c LEFT JOIN facts.types t ON t.oid = c.type_oid
WHERE c.relation_kind <> 'i';

CREATE VIEW information_schema.table_constraints AS
SELECT current_database() AS constraint_catalog, r.schema AS constraint_schema, k.name AS constraint_name,
       current_database() AS table_catalog, r.schema AS table_schema, r.name AS table_name,
       'PRIMARY KEY' AS constraint_type, 'NO' AS is_deferrable, 'NO' AS initially_deferred, 'YES' AS enforced
FROM facts.keys k LEFT JOIN facts.relations r ON r.oid = k.relation_oid;

-- An index of a key has the columns of the key.
CREATE VIEW information_schema.key_column_usage AS
SELECT current_database() AS constraint_catalog, r.schema AS constraint_schema, k.name AS constraint_name,
       current_database() AS table_catalog, r.schema AS table_schema, r.name AS table_name,
       c.name AS column_name, c.number AS ordinal_position
FROM facts.columns c JOIN facts.keys k ON k.index_oid = c.relation_oid LEFT JOIN facts.relations r ON r.oid = k.relation_oid;

CREATE VIEW information_schema.constraint_column_usage AS
SELECT table_catalog, table_schema, table_name, column_name, constraint_catalog, constraint_schema, constraint_name
FROM information_schema.key_column_usage;

-- Everyone may read everything, and no one may do anything else.
CREATE VIEW information_schema.table_privileges AS
SELECT current_user AS grantor, 'PUBLIC' AS grantee, current_database() AS table_catalog, schema AS table_schema, name AS table_name,
       'SELECT' AS privilege_type, 'NO' AS is_grantable, 'YES' AS with_hierarchy
FROM facts.relations WHERE kind <> 'i';

CREATE VIEW information_schema.role_table_grants AS
SELECT * FROM information_schema.table_privileges;

CREATE VIEW information_schema.column_privileges AS
SELECT current_user AS grantor, 'PUBLIC' AS grantee, current_database() AS table_catalog, schema AS table_schema, relation AS table_name,
       name AS column_name, 'SELECT' AS privilege_type, 'NO' AS is_grantable
FROM facts.columns WHERE relation_kind <> 'i';

CREATE VIEW information_schema.enabled_roles AS
SELECT name AS role_name
FROM facts.users;

CREATE VIEW information_schema.character_sets AS
SELECT 'UTF8' AS character_set_name, 'UCS' AS character_repertoire, 'UTF8' AS form_of_use, current_database() AS default_collate_catalog;

CREATE VIEW information_schema.routines AS
SELECT current_database() AS specific_catalog, schema AS specific_schema, name || '_' || oid::text AS specific_name,
       current_database() AS routine_catalog, schema AS routine_schema, name AS routine_name, 'FUNCTION' AS routine_type,
       current_database() AS type_udt_catalog, 'pg_catalog' AS type_udt_schema, 'record' AS type_udt_name, 'record' AS data_type,
       'EXTERNAL' AS routine_body, 'SQL' AS external_language, 'NO' AS is_deterministic, 'INVOKER' AS security_type
FROM facts.routines WHERE NOT is_of_type;

CREATE VIEW information_schema.parameters AS
SELECT current_database() AS specific_catalog, r.schema AS specific_schema, r.name || '_' || r.oid::text AS specific_name,
       p.name AS parameter_name, p.number AS ordinal_position, p.number::text AS dtd_identifier,
       CASE p.mode WHEN 'i' THEN 'IN' ELSE 'OUT' END AS parameter_mode,
       'NO' AS is_result, 'NO' AS as_locator,
       CASE t.typcategory WHEN 'A' THEN 'ARRAY' ELSE replace(format_type(t.oid, NULL), 'bpchar', 'character') END AS data_type,
       current_database() AS udt_catalog, 'pg_catalog' AS udt_schema, t.typname AS udt_name
FROM facts.parameters p LEFT JOIN facts.routines r ON r.oid = p.routine_oid LEFT JOIN facts.types t ON t.oid = p.type_oid;
