/** How commands write data: {@linkplain dev.aimonflink.clients.output.Output one abstraction} of rows, four formats. */
package dev.aimonflink.clients.output;
