/** {@linkplain dev.aimonflink.core.format.request.RequestParser Requests} of clients. */
package dev.aimonflink.core.format.request;
