import * as z from 'zod/mini';
import { type MethodName, methodNamed } from '../methods/index.ts';

/** The trust mark of a method's results, such as `untrusted-page-content`; undefined when they carry none. */
export function contentTrustOf(name: MethodName): string | undefined {
  const mark = methodNamed(name).result.shape.contentTrust;
  return mark instanceof z.ZodMiniLiteral ? String(mark.def.values[0]) : undefined;
}
