import { useEffect, useState } from 'preact/hooks';
import { follow } from '../ui/follow.ts';
import { connectionSource } from '../ui/sources.ts';

/** The name of this browser towards its daemon; null until it is known. */
export function useInstanceName(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(
    () =>
      follow(
        connectionSource,
        (connection) => setName(connection.name),
        () => undefined,
      ),
    [],
  );
  return name;
}
