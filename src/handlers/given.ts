/** An object's properties that have a value, as Chrome wants them: it refuses some that are present but undefined. */
export type Given<Properties> = { [Key in keyof Properties]?: Exclude<Properties[Key], undefined> };

/** Leaves out the properties that are undefined. */
export function given<Properties extends object>(properties: Properties): Given<Properties> {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as Given<Properties>;
}
