/** Who may ask: users, their limits, and how they prove to know a password without sending it. */
package dev.aimonflink.gateway.security;
