/** Events of any model as Avro, with schemas that may differ from the model's. */
package dev.aimonflink.matrix.format.avro;
