/** Stands in the bundle for the MCP SDK's default validator, which is never asked since it gets another one. */
export class AjvJsonSchemaValidator {
  /** @throws Error always. */
  getValidator(): never {
    throw new Error('Code may not be generated here');
  }
}
