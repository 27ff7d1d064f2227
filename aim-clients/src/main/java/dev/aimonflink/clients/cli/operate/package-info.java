/** Commands for who runs a job: {@code aim topics}, {@code aim doctor}, {@code aim dead-letters} and {@code aim forget}. */
package dev.aimonflink.clients.cli.operate;
