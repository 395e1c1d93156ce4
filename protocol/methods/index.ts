import type * as z from 'zod/mini';
import { bookmarks } from './bookmarks.ts';
import { browsingData } from './browsingData.ts';
import { cookies } from './cookies.ts';
import { debuggerMethods } from './debugger.ts';
import type { Method } from './define.ts';
import { downloads } from './downloads.ts';
import { extensions } from './extensions.ts';
import { history } from './history.ts';
import { readingList } from './readingList.ts';
import { recent } from './recent.ts';
import { scripts } from './scripts.ts';
import { tabGroups } from './tabGroups.ts';
import { tabs } from './tabs.ts';
import { windows } from './windows.ts';

export { type Blocking, errorsOf, type Level, type Method, type Peer } from './define.ts';

/** Every method a browser instance implements. */
export const BROWSER_METHODS = {
  ...tabs,
  ...windows,
  ...tabGroups,
  ...readingList,
  ...bookmarks,
  ...history,
  ...browsingData,
  ...recent,
  ...downloads,
  ...cookies,
  ...extensions,
  ...debuggerMethods,
};

/** Every method of the contract, whichever peer implements it. */
export const METHODS = { ...BROWSER_METHODS, ...scripts };

export type BrowserMethodName = keyof typeof BROWSER_METHODS;
export type MethodName = keyof typeof METHODS;

/** The parameter type of a method (`params.input` on the wire). */
export type Params<Name extends MethodName> = z.infer<(typeof METHODS)[Name]['params']>;
/** The result type of a method. */
export type Result<Name extends MethodName> = z.infer<(typeof METHODS)[Name]['result']>;

/** A browser method that runs only after a human approved it. */
export type GatedMethodName = {
  [Name in BrowserMethodName]: (typeof BROWSER_METHODS)[Name]['level'] extends 'L2' ? Name : never;
}[BrowserMethodName];

/** A browser method the worker runs by itself, at once. */
export type DirectMethodName = Exclude<BrowserMethodName, GatedMethodName>;

/** Whether a string names a method of the contract. */
export const isMethodName = (name: string): name is MethodName => Object.hasOwn(METHODS, name);

/** Whether a string names a method a browser implements. */
export const isBrowserMethodName = (name: string): name is BrowserMethodName =>
  Object.hasOwn(BROWSER_METHODS, name);

/** The definition of a method, with its exact schemas forgotten. */
export const methodNamed = (name: MethodName): Method => METHODS[name];

/** Every method name, in the order of the contract. */
export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];
