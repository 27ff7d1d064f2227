/** What {@code aim doctor} looks at: this machine, the broker and its topics, the job. */
package dev.aimonflink.clients.doctor;
