/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields by name, with the rules of dynamic languages (CoLoRS paper, sections 3.1.5 and 3.1.6): a missing field is
 * added, a value of another type moves the object to a wider version unless a static language declared the type.
 */
#include <math.h>

#include "operation.h"

/* ---- which values fit ---- */

static int fits_integer_width(uint32_t width, int64_t value) {
    switch (width) {
    case CL_FIELD_INT8:
        return value == (int8_t)value;
    case CL_FIELD_INT16:
        return value == (int16_t)value;
    case CL_FIELD_INT32:
        return value == (int32_t)value;
    case CL_FIELD_CHAR:
        return value == (uint16_t)value;
    default:
        return 1;
    }
}

/* A declared float takes what a float of its width represents, and NaN. */
static int fits_float_width(uint32_t width, double value) {
    return width != CL_FIELD_FLOAT32 || isnan(value) || isinf(value) || !isinf((float)value);
}

/* As a static language's widening: what the float represents exactly. */
static int fits_widened(const cl_field *field, const cn_value *value) {
    if (field->type != CL_TYPE_FLOAT || value->form != CN_INTEGER || value->integer == INT64_MAX) {
        return 0;
    }
    int narrow = (field->flags & CL_FIELD_WIDTH_MASK) == CL_FIELD_FLOAT32;
    double wide = narrow ? (double)(float)value->integer : (double)value->integer;
    return wide < 0x1p63 && (int64_t)wide == value->integer;
}

static int takes_integer_as_value(const cl_field *field) {
    PyObject *name = cn_entity_text(field->type_name);
    int takes = name != NULL && (PyUnicode_CompareWithASCIIString(name, "colors.BigInteger") == 0 ||
                                 PyUnicode_CompareWithASCIIString(name, "colors.Decimal") == 0);
    Py_XDECREF(name);
    return takes;
}

/* Whether an object of a class, or a value, may stand where a class is asked for. */
static int fits_class(const cl_field *field, const cn_value *value) {
    if (value->class_entity == field->type_name) {
        return 1;
    }
    if (value->class_entity == 0 || value->form == CN_CODED) {
        return 0;
    }
    PyObject *name = cn_entity_text(value->class_entity), *super = cn_entity_text(field->type_name);
    PyObject *found = name == NULL || super == NULL
                          ? NULL
                          : PyObject_CallFunctionObjArgs(cn_hooks[CN_IS_SUBCLASS], name, super, NULL);
    int is = found == NULL ? -1 : PyObject_IsTrue(found);
    Py_XDECREF(name);
    Py_XDECREF(super);
    Py_XDECREF(found);
    return is;
}

/* Without code of the package: 0 may mean that it is not known yet. */
int cn_fits_at_once(const cl_field *field, const cn_value *value) {
    if (value->form == CN_NULL) {
        return (field->flags & CL_FIELD_NULLABLE) != 0;
    }
    if (field->type == CL_TYPE_ANY) {
        return 1;
    }
    if (field->type == CL_TYPE_CLASS) {
        return value->type == CL_TYPE_CLASS && value->class_entity == field->type_name;
    }
    if (field->type != value->type) {
        return (field->flags & CL_FIELD_DECLARED) != 0 && fits_widened(field, value);
    }
    uint32_t width = field->flags & CL_FIELD_WIDTH_MASK;
    return width == 0 || (field->type == CL_TYPE_FLOAT ? fits_float_width(width, value->number)
                                                       : fits_integer_width(width, value->integer));
}

/* -1: exception. */
int cn_fits(const cl_field *field, const cn_value *value) {
    if (field->type != CL_TYPE_CLASS || value->form == CN_NULL) {
        return cn_fits_at_once(field, value);
    }
    if (value->type == CL_TYPE_CLASS) {
        return fits_class(field, value);
    }
    return value->form == CN_INTEGER && (field->flags & CL_FIELD_DECLARED) != 0 && takes_integer_as_value(field);
}

/* ---- errors ---- */

static const char *text_of_type(uint32_t type) {
    static const char *const NAMES[] = {"",       "any", "integer", "float", "boolean", "string",
                                        "binary", "list", "set",    "map",   "object"};
    return type < sizeof NAMES / sizeof *NAMES ? NAMES[type] : "unknown";
}

PyObject *cn_text_of_range(const cl_field *field) {
    switch (field->flags & CL_FIELD_WIDTH_MASK) {
    case CL_FIELD_INT8:
        return PyUnicode_FromString("integer of 8 bits (-128 to 127)");
    case CL_FIELD_INT16:
        return PyUnicode_FromString("integer of 16 bits (-32768 to 32767)");
    case CL_FIELD_INT32:
        return PyUnicode_FromString("integer of 32 bits (-2147483648 to 2147483647)");
    case CL_FIELD_CHAR:
        return PyUnicode_FromString("integer of 16 bits without a sign (0 to 65535)");
    case CL_FIELD_FLOAT32:
        return PyUnicode_FromString("float of 32 bits");
    default:
        return field->type == CL_TYPE_CLASS ? cn_entity_text(field->type_name)
                                            : PyUnicode_FromString(text_of_type(field->type));
    }
}

PyObject *cn_describe(const cn_value *value) {
    switch (value->form) {
    case CN_NULL:
        return PyUnicode_FromString("null");
    case CN_TEXT:
        return PyUnicode_FromFormat(PyUnicode_GET_LENGTH(value->object) > 40 ? "the string '%.40U...'"
                                                                             : "the string '%U'",
                                    value->object);
    case CN_BOOLEAN:
        return PyUnicode_FromFormat("the boolean %s", value->integer != 0 ? "true" : "false");
    case CN_INTEGER:
        return PyUnicode_FromFormat("the integer %lld", (long long)value->integer);
    case CN_FLOAT: {
        PyObject *number = PyFloat_FromDouble(value->number);
        PyObject *text = number == NULL ? NULL : PyUnicode_FromFormat("the float %R", number);
        Py_XDECREF(number);
        return text;
    }
    case CN_CODED:
        return PyUnicode_FromFormat("the %U %U", PyTuple_GET_ITEM(value->object, 0),
                                    PyTuple_GET_ITEM(value->object, 1));
    default:
        break;
    }
    if (value->type != CL_TYPE_CLASS) {
        return PyUnicode_FromFormat("a shared %s", text_of_type(value->type));
    }
    PyObject *name = cn_entity_text(value->class_entity);
    PyObject *text = name == NULL ? NULL : PyUnicode_FromFormat("an object of class %U", name);
    Py_XDECREF(name);
    return text;
}

static const char *class_of_conflict(const cl_field *field, const cn_value *value) {
    int number = value->form == CN_INTEGER || value->form == CN_FLOAT;
    int too_wide = number && (field->flags & CL_FIELD_DECLARED) != 0 && value->type == field->type &&
                   (field->flags & CL_FIELD_WIDTH_MASK) != 0;
    return !too_wide ? "TypeConflictError"
                     : value->form == CN_INTEGER ? "IntegerOverflowError" : "NumberOverflowError";
}

static int is_big(const cn_value *value) {
    return value->form == CN_CODED &&
           PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(value->object, 0), "colors.BigInteger") == 0;
}

PyObject *cn_conflict(const cl_shape *shape, const cl_field *field, const cn_value *value) {
    PyObject *name = cn_entity_text(field->name), *class_name = cn_entity_text(shape->class_entity);
    PyObject *range = cn_text_of_range(field), *what = cn_describe(value);
    if (name != NULL && class_name != NULL && range != NULL && what != NULL) {
        if (is_big(value) && field->type == CL_TYPE_INTEGER) {
            cn_error("IntegerOverflowError",
                     "field '%U' of %U cannot hold an integer beyond 64 bits; shared integers are between -2**63 and "
                     "2**63-1; nothing was stored",
                     name, class_name);
        } else {
            cn_error(class_of_conflict(field, value), "field '%U' of %U %s %U%s; it cannot hold %U; nothing was stored",
                     name, class_name, (field->flags & CL_FIELD_DECLARED) != 0 ? "is declared" : "is of type", range,
                     (field->flags & CL_FIELD_NULLABLE) != 0 ? "" : ", not null", what);
        }
    }
    Py_XDECREF(name);
    Py_XDECREF(class_name);
    Py_XDECREF(range);
    Py_XDECREF(what);
    return NULL;
}

int cn_final_conflict(const cl_shape *shape, const cl_field *field) {
    PyObject *name = cn_entity_text(field->name), *class_name = cn_entity_text(shape->class_entity);
    if (name != NULL && class_name != NULL) {
        cn_error("TypeConflictError",
                 "field '%U' of %U is final: an object keeps what it was made with; make another object; nothing was "
                 "stored",
                 name, class_name);
    }
    Py_XDECREF(name);
    Py_XDECREF(class_name);
    return 0;
}

/* ---- stores ---- */

uint64_t cn_raw_bits(uint32_t type, uint32_t width, const cn_value *value) {
    if (type != CL_TYPE_FLOAT) {
        return (uint64_t)value->integer;
    }
    double number = value->form == CN_INTEGER ? (double)value->integer : value->number;
    number = width == CL_FIELD_FLOAT32 ? (double)(float)number : number;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* An integer as a field of that type takes it: a float, or a value class. */
static uint64_t word_for(cn_thread *thread, uint32_t type, const cn_value *value) {
    cn_value other = *value;
    if (type == CL_TYPE_FLOAT && value->form == CN_INTEGER) {
        other = (cn_value){.form = CN_FLOAT, .type = CL_TYPE_FLOAT, .number = (double)value->integer};
    }
    return cn_word_of(thread, &other);
}

static uint64_t word_of_widened(cn_thread *thread, const cl_field *field, const cn_value *value) {
    PyObject *name = cn_entity_text(field->type_name);
    PyObject *digits = name == NULL ? NULL : PyUnicode_FromFormat("%lld", (long long)value->integer);
    PyObject *coded = name == NULL ? NULL : Py_BuildValue("NNO", name, digits, Py_False);
    if (coded == NULL) {
        return CL_TAG_FAILED;
    }
    cn_value other = {.form = CN_CODED, .type = CL_TYPE_CLASS, .class_entity = field->type_name, .object = coded};
    uint64_t word = cn_word_of(thread, &other);
    Py_DECREF(coded);
    return word;
}

uint64_t cn_word_for_field(cn_thread *thread, const cl_field *field, const cn_value *value) {
    int widened = field->type == CL_TYPE_CLASS && value->form == CN_INTEGER;
    return widened ? word_of_widened(thread, field, value) : word_for(thread, field->type, value);
}

static int store_text(cn_thread *thread, uint64_t object, const cl_field *field, const cl_text *text) {
    CN_NO_ERROR(error);
    uint32_t slots = cn_shape_at(cn_shape_id(object))->inline_slots;
    const char *place = (const char *)cn_slot_place(object, slots, field->slot);
    if (!cl_string_at(thread->slot, (uint64_t)(place - cn_base), text, &error)) {
        cn_raise(&error);
        return 0;
    }
    return 1;
}

int cn_store_field(cn_thread *thread, uint64_t object, const cl_field *field, const cn_value *value) {
    if (cl_is_readonly()) {
        cn_error("ReadOnlyError", "this process is attached read-only and cannot change shared objects; attach without "
                                  "COLORS_READONLY; nothing was stored");
        return 0;
    }
    if (field->slot_kind != CL_SLOT_TAGGED) {
        cl_store_number(object, field, cn_raw_bits(field->type, field->flags & CL_FIELD_WIDTH_MASK, value));
        return 1;
    }
    cl_text text;
    if (value->form == CN_TEXT && cn_plain_text(value->object, &text)) {
        uint64_t known = text.count > CL_TAG_STRING_MOST ? cn_stored_text(thread, value->object) : 0;
        if (known == 0) {
            return store_text(thread, object, field, &text);
        }
        cl_store_tagged(thread->slot, object, field->slot, known);
        return 1;
    }
    uint64_t word = cn_word_for_field(thread, field, value);
    if (word == CL_TAG_FAILED) {
        return 0;
    }
    cl_store_tagged(thread->slot, object, field->slot, word);
    if (value->form != CN_SHARED) {
        cn_forget_word(thread, word);
    }
    return 1;
}

static cl_field_spec spec_of(const cl_field *field) {
    return (cl_field_spec){field->name, field->type_name, field->type, field->flags & ~(uint32_t)CL_FIELD_REMOVED};
}

/* The value's own type, inferred. */
cl_field_spec cn_inferred(uint32_t name, const cn_value *value) {
    int scalar =
        value->type == CL_TYPE_INTEGER || value->type == CL_TYPE_FLOAT || value->type == CL_TYPE_BOOLEAN;
    return (cl_field_spec){.name = name,
                           .type_name = value->type == CL_TYPE_CLASS ? value->class_entity : 0,
                           .type = value->type,
                           .flags = scalar ? 0 : CL_FIELD_NULLABLE};
}

/* The narrowest inferred field that takes what the field takes, and the value. */
static cl_field_spec join(const cl_field *field, const cn_value *value) {
    if (value->form == CN_NULL) {
        cl_field_spec spec = spec_of(field);
        spec.flags |= CL_FIELD_NULLABLE;
        return spec;
    }
    return (cl_field_spec){.name = field->name, .type = CL_TYPE_ANY, .flags = CL_FIELD_NULLABLE};
}

static int add(cn_thread *thread, uint64_t object, const cl_field_spec *asked, const cn_value *value) {
    CN_NO_ERROR(error);
    cl_field_spec spec = *asked;
    spec.flags &= ~(uint32_t)(CL_FIELD_PLACED | CL_FIELD_FINAL);
    uint64_t bits;
    int tagged = cl_slot_kind_of(spec.type, spec.flags) == CL_SLOT_TAGGED;
    if (tagged) {
        bits = word_for(thread, spec.type, value);
        if (bits == CL_TAG_FAILED) {
            return 0;
        }
    } else {
        bits = cn_raw_bits(spec.type, spec.flags & CL_FIELD_WIDTH_MASK, value);
    }
    uint32_t shape = cl_evolve_put(thread->slot, object, &spec, bits, &error);
    cn_chunk_look(thread);
    if (tagged && value->form != CN_SHARED) {
        cn_forget_word(thread, bits);
    }
    if (shape == 0) {
        cn_raise(&error);
        return 0;
    }
    return 1;
}

static int add_or_widen(cn_thread *thread, uint64_t object, PyObject *name, const cl_field *field,
                        const cn_value *value) {
    const cl_shape *shape = cn_shape_at(cn_shape_id(object));
    uint32_t entity = cn_entity_of(CL_KIND_NAME, name);
    if (entity == 0) {
        return 0;
    }
    if (shape->pins != 0) {
        cn_shape *pins = cn_shape_of(shape->pins);
        const cn_named_field *pin = pins == NULL ? NULL : cn_shape_find(pins, name);
        if (pins == NULL) {
            return 0;
        }
        if (pin != NULL) {
            int fits = cn_fits(pin->field, value);
            if (fits == 0) {
                cn_conflict(pins->shape, pin->field, value);
            }
            cl_field_spec spec = spec_of(pin->field);
            return fits > 0 && add(thread, object, &spec, value);
        }
    }
    cl_field_spec spec = field == NULL ? cn_inferred(entity, value) : join(field, value);
    return add(thread, object, &spec, value);
}

static int put_value(cn_thread *thread, uint64_t object, PyObject *name, const cn_value *value) {
    cn_shape *shape = cn_shape_of(cn_shape_id(object));
    const cn_named_field *found = shape == NULL ? NULL : cn_shape_find(shape, name);
    if (shape == NULL) {
        return 0;
    }
    if (found != NULL && (found->field->flags & CL_FIELD_FINAL) != 0) {
        return cn_final_conflict(shape->shape, found->field);
    }
    int fits = found == NULL ? 0 : cn_fits(found->field, value);
    if (fits < 0) {
        return 0;
    }
    if (fits > 0) {
        return cn_store_field(thread, object, found->field, value);
    }
    if (found != NULL && (found->field->flags & CL_FIELD_DECLARED) != 0) {
        cn_conflict(shape->shape, found->field, value);
        return 0;
    }
    return add_or_widen(thread, object, name, found == NULL ? NULL : found->field, value);
}

int cn_put_field(cn_thread *thread, uint64_t object, PyObject *name, PyObject *value) {
    cn_value stored;
    cn_shape *shape = cn_shape_of(cn_shape_id(object));
    if (shape == NULL || !cn_value_of(value, &stored, "field '%U' of %U", name, shape->class_name)) {
        return 0;
    }
    int done = put_value(thread, object, name, &stored);
    cn_value_clear(&stored);
    return done;
}
