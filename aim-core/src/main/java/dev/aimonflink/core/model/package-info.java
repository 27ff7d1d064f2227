/**
 * The input: call {@linkplain dev.aimonflink.core.model.Event events}, subscriber
 * {@linkplain dev.aimonflink.core.model.Profile profiles}, and the {@linkplain
 * dev.aimonflink.core.model.Dimensions dimension tables} that the profiles' keys point into.
 */
package dev.aimonflink.core.model;
