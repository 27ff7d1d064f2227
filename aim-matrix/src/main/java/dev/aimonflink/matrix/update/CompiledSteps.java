package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.CellUpdates;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.ModelColumn;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes a class for a model's steps, with every index as a constant:
 *
 * <pre>
 * void add(int[] ints, long[] longs, EventValues event, int intRun, int longRun, long windows) {
 *   long value0 = event.bits(0);
 *   if ((windows &amp; 1) != 0) {
 *     CellUpdates.add(ints, intRun + 0, 1);
 *     CellUpdates.add(ints, intRun + 1, (int) value0);
 *     CellUpdates.min(ints, intRun + 2, (int) value0);
 *     ...
 *   }
 *   ...
 * }
 * </pre>
 *
 * A {@linkplain WalkedSteps walk} over a list of steps decides for each cell what to do, which takes longer than doing it.
 */
final class CompiledSteps {
    /** HotSpot compiles no longer method. */
    private static final int MAX_CODE_BYTES = 8_000;

    /** Bounds of the code of one step, and of reading one field. */
    private static final int BYTES_OF_A_STEP = 48;

    private static final int BYTES_OF_A_FIELD = 12;

    private static final String CELLS = Type.getInternalName(CellUpdates.class);
    private static final String EVENT = Type.getInternalName(EventValues.class);
    private static final String ARGUMENTS = "([I[J" + Type.getDescriptor(EventValues.class) + "IIJ)";
    private static final String OBJECT = Type.getInternalName(Object.class);

    // Local variables; 0 is this.
    private static final int INTS = 1;
    private static final int LONGS = 2;
    private static final int EVENT_VALUES = 3;
    private static final int INT_RUN = 4;
    private static final int LONG_RUN = 5;
    private static final int WINDOWS = 6;
    private static final int SIGNS = 8;

    /** Of the first field; two for each. */
    private static final int VALUES = 10;

    private final CellLayout layout;
    private final List<CellLayout.FunctionCells> cells;
    private final int copies;

    private CompiledSteps(CellLayout layout) {
        this.layout = layout;
        cells = layout.cells();
        copies = layout.copies();
    }

    /** Whether the methods are short enough to be compiled. */
    static boolean fits(CellLayout layout) {
        final int cells = layout.cells().size();
        return cells * (layout.windowsOfRun() * BYTES_OF_A_STEP + BYTES_OF_A_FIELD) < MAX_CODE_BYTES;
    }

    static FilterSteps of(CellLayout layout) {
        try {
            return (FilterSteps) MethodHandles.lookup()
                    .defineHiddenClass(code(layout), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("The class for a model's steps is wrong.", impossible);
        }
    }

    static byte[] code(CellLayout layout) {
        return new CompiledSteps(layout).write();
    }

    private byte[] write() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL,
                Type.getInternalName(CompiledSteps.class) + "OfModel",
                null,
                OBJECT,
                new String[] {Type.getInternalName(FilterSteps.class)});
        MethodVisitor constructor = writer.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        end(constructor, Opcodes.RETURN);
        writeAdd(writer.visitMethod(Opcodes.ACC_PUBLIC, "add", ARGUMENTS + "V", null, null));
        writeSignsAfter(writer.visitMethod(Opcodes.ACC_PUBLIC, "signsAfter", ARGUMENTS + "J", null, null));
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void end(MethodVisitor method, int returning) {
        method.visitInsn(returning);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private void writeAdd(MethodVisitor method) {
        method.visitCode();
        readValues(method);
        for (int window = 0; window < layout.windowsOfRun(); window++) {
            Label nextWindow = beginWindow(method, window);
            for (CellLayout.FunctionCells each : cells) {
                Label next = beginStep(method, each);
                invoke(method, each, window, copies, nameOfChange(each.kind()), "V");
                method.visitLabel(next);
            }
            method.visitLabel(nextWindow);
        }
        end(method, Opcodes.RETURN);
    }

    private void writeSignsAfter(MethodVisitor method) {
        method.visitCode();
        method.visitInsn(Opcodes.LCONST_0);
        method.visitVarInsn(Opcodes.LSTORE, SIGNS);
        readValues(method);
        for (int window = 0; window < layout.windowsOfRun(); window++) {
            Label nextWindow = beginWindow(method, window);
            for (CellLayout.FunctionCells each : cells) {
                if (each.checkedCopies() > 0) {
                    Label next = beginStep(method, each);
                    boolean isSquare = each.kind() == CellKind.LONG_SQUARES;
                    invoke(method, each, window, each.checkedCopies(), isSquare ? "signsOfSquare" : "signs", "J");
                    method.visitVarInsn(Opcodes.LLOAD, SIGNS);
                    method.visitInsn(Opcodes.LOR);
                    method.visitVarInsn(Opcodes.LSTORE, SIGNS);
                    method.visitLabel(next);
                }
            }
            method.visitLabel(nextWindow);
        }
        method.visitVarInsn(Opcodes.LLOAD, SIGNS);
        end(method, Opcodes.LRETURN);
    }

    /** Reads each value once: after each store to a record the compiler would have to read the event again. */
    private void readValues(MethodVisitor method) {
        cells.stream()
                .mapToInt(CellLayout.FunctionCells::field)
                .filter(field -> field != ModelColumn.NO_FIELD)
                .distinct()
                .forEach(field -> {
                    method.visitVarInsn(Opcodes.ALOAD, EVENT_VALUES);
                    push(method, field);
                    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, EVENT, "bits", "(I)J", false);
                    method.visitVarInsn(Opcodes.LSTORE, VALUES + 2 * field);
                });
    }

    /** Returns the label behind the window, to which an event outside it jumps. */
    private static Label beginWindow(MethodVisitor method, int window) {
        Label next = new Label();
        method.visitVarInsn(Opcodes.LLOAD, WINDOWS);
        method.visitLdcInsn(1L << window);
        method.visitInsn(Opcodes.LAND);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFEQ, next);
        return next;
    }

    /** Returns the label behind the step, to which an event without its field jumps. */
    private static Label beginStep(MethodVisitor method, CellLayout.FunctionCells step) {
        Label next = new Label();
        if (step.isOptional()) {
            method.visitVarInsn(Opcodes.ALOAD, EVENT_VALUES);
            push(method, step.field());
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, EVENT, "isNull", "(I)Z", false);
            method.visitJumpInsn(Opcodes.IFNE, next);
        }
        return next;
    }

    /**
     * Calls what changes or checks copies of a cell: {@code CellUpdates.name(array, run + cell, value)}, or {@code CellUpdates.name(array,
     * run + cell, length, value)} if that is a loop over the copies. Loops of one round would take longer than their body.
     */
    private void invoke(
            MethodVisitor method, CellLayout.FunctionCells step, int window, int length, String name, String returned) {
        boolean isInt = step.kind().isInt();
        boolean isLoop = length > 1 || step.kind().isDouble();
        method.visitVarInsn(Opcodes.ALOAD, isInt ? INTS : LONGS);
        method.visitVarInsn(Opcodes.ILOAD, isInt ? INT_RUN : LONG_RUN);
        push(method, step.start() + window * (isInt ? layout.intStride() : layout.longStride()));
        method.visitInsn(Opcodes.IADD);
        if (isLoop) {
            push(method, length);
        }
        pushValue(method, step);
        String arguments = (isInt ? "[I" : "[J") + (isLoop ? "II" : "I") + (isInt ? "I" : "J");
        method.visitMethodInsn(Opcodes.INVOKESTATIC, CELLS, name, "(" + arguments + ")" + returned, false);
    }

    private static void pushValue(MethodVisitor method, CellLayout.FunctionCells step) {
        if (step.kind() == CellKind.COUNT) {
            method.visitInsn(Opcodes.ICONST_1);
            return;
        }
        if (step.kind() == CellKind.LONG_COUNT) {
            method.visitInsn(Opcodes.LCONST_1);
            return;
        }
        method.visitVarInsn(Opcodes.LLOAD, VALUES + 2 * step.field());
        if (step.kind().isInt()) {
            method.visitInsn(Opcodes.L2I);
        }
    }

    private static void push(MethodVisitor method, int number) {
        if (number <= Short.MAX_VALUE) {
            method.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            method.visitLdcInsn(number);
        }
    }

    private static String nameOfChange(CellKind kind) {
        return switch (kind) {
            case COUNT, INT_SUM, LONG_COUNT, LONG_SUM -> "add";
            case INT_MIN, LONG_MIN -> "min";
            case INT_MAX, LONG_MAX -> "max";
            case LONG_SQUARES -> "addSquare";
            case DOUBLE_SUM -> "addDouble";
            case DOUBLE_SQUARES -> "addSquareOfDouble";
            case DOUBLE_MIN -> "minDouble";
            case DOUBLE_MAX -> "maxDouble";
        };
    }
}
