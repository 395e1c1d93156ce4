/** A JSON object whose members are not known. */
export type UnknownRecord = Record<string, unknown>;

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads JSON text. @returns undefined when it is not JSON, or not an object. */
export function parseRecord(text: string): UnknownRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
