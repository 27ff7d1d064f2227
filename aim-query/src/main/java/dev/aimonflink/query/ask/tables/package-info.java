/** The matrix, its entities and the tables of the model as relations of SQL. */
package dev.aimonflink.query.ask.tables;
