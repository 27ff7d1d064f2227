/** How commands write data: {@linkplain dev.aimonflink.clients.output.AnswerOutput one abstraction} of rows, four formats. */
package dev.aimonflink.clients.output;
