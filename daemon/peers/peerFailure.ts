import { APPLICATION_ERROR, DomainError, ERROR_CODES, isErrorCode } from '../../protocol/errors.ts';
import type { RpcError } from '../../protocol/frames.ts';
import type { Peer } from '../../protocol/methods/index.ts';

const JSON_RPC_INVALID_REQUEST = -32_600;
const JSON_RPC_METHOD_NOT_FOUND = -32_601;
const JSON_RPC_INVALID_PARAMS = -32_602;

/** A peer's error response as the requester gets it; one outside the contract (protocol §4) is an `INTERNAL_ERROR`. */
export function peerFailure(peer: Peer, { code, message, data }: RpcError): DomainError {
  switch (code) {
    case APPLICATION_ERROR:
      if (isErrorCode(data?.code) && ERROR_CODES[data.code].includes(peer)) {
        return new DomainError(data.code, message);
      }
      break;
    case JSON_RPC_METHOD_NOT_FOUND:
      return new DomainError('METHOD_NOT_FOUND', message);
    case JSON_RPC_INVALID_REQUEST:
    case JSON_RPC_INVALID_PARAMS:
      return new DomainError('INVALID_REQUEST', message);
  }
  return new DomainError('INTERNAL_ERROR', 'The peer failed in a way this daemon does not know');
}
