import type { PropertySchema } from './inputSchema.ts';

const TIME = 'ms since epoch';

/** What a model could not guess from an argument's name and schema. */
export const PROPERTY_NOTES: Readonly<Record<string, string>> = {
  confirm: 'Only after the user agreed',
  endTime: TIME,
  expires: TIME,
  since: TIME,
  startTime: TIME,
};

/** A property with its note, if it has one. */
export function withNote(key: string, schema: PropertySchema): PropertySchema {
  const description = PROPERTY_NOTES[key];
  return description === undefined ? schema : { ...schema, description };
}
