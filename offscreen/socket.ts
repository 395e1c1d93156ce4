/** What a socket reports; never before the call that opened it has returned. */
export interface SocketEvents {
  readonly opened: () => void;
  readonly text: (text: string) => void;
  readonly binary: () => void;
  /** Last of all, also when the socket never opened. */
  readonly closed: (code: number) => void;
}

export interface Socket {
  readonly send: (text: string) => void;
  readonly close: (code: number) => void;
}

/**
 * Opens a WebSocket.
 * @throws DOMException at once when Chrome refuses the URL, for example because the port is blocked.
 */
export type OpenSocket = (url: string, events: SocketEvents) => Socket;

export const openWebSocket: OpenSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') events.text(data);
    else events.binary();
  };
  socket.onclose = ({ code }) => events.closed(code);
  return { send: (text) => socket.send(text), close: (code) => socket.close(code) };
};
