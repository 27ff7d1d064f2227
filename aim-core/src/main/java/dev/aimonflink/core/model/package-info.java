/**
 * The input: call {@linkplain dev.aimonflink.core.calls.Event events}, entity
 * {@linkplain dev.aimonflink.core.calls.Profile profiles}, and the {@linkplain
 * dev.aimonflink.core.calls.Dimensions dimension tables} that the profiles' keys point into.
 */
package dev.aimonflink.core.model;
