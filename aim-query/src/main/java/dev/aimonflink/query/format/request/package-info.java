/** {@linkplain dev.aimonflink.query.format.request.RequestParser Requests} of clients. */
package dev.aimonflink.query.format.request;
