/** HTTP: the same statements, users and limits as PostgreSQL's protocol, for browsers, scripts and programs without a driver. */
package dev.aimonflink.gateway.http;
