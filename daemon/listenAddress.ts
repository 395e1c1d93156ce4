import { isIPv6 } from 'node:net';
import { parseAddress } from '../protocol/address.ts';

/** Where to listen. */
export interface ListenAddress {
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** The port is taken, most likely by another daemon. */
export class AddressInUseError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`Another program, perhaps an sctl daemon, already listens on ${address}`);
    this.name = 'AddressInUseError';
    this.address = address;
  }
}

/** Reads `host:port`, where port 0 lets the system choose. @throws TypeError when it is no such address. */
export function parseListenAddress(text: string): ListenAddress {
  const anyPort = text.endsWith(':0');
  const address = parseAddress(anyPort ? `${text.slice(0, -1)}1` : text);
  if (address === undefined) throw new TypeError(`"${text}" is not an address of the form host:port`);
  const colon = address.lastIndexOf(':');
  return {
    host: address.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: anyPort ? 0 : Number(address.slice(colon + 1)),
  };
}

/** An address as `host:port`, an IPv6 address in brackets. */
export const formatAddress = ({ host, port }: ListenAddress): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`;
