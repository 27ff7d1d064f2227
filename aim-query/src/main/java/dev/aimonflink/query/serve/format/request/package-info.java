/** {@linkplain dev.aimonflink.query.serve.format.request.RequestParser Requests} of clients. */
package dev.aimonflink.query.serve.format.request;
