/**
 * Commands for operators: {@code aim topics}, {@code aim doctor}, {@code aim scans}, {@code aim columns}, {@code aim dead-letters},
 * {@code aim alerts} and {@code aim forget}.
 */
package dev.aimonflink.clients.cli.operate;
