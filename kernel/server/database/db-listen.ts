import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

type Hear = (payload: string) => void;

interface Listener {
  readonly hear: Hear;
  readonly again: (() => void) | undefined;
}

/** One connection that listens for notifications and comes back by itself when it is lost. */
export interface Ear {
  listen(channel: string, hear: Hear, again?: () => void): Promise<void>;
  close(): Promise<void>;
}

const firstPause = 100;
const longestPause = 5_000;

export function openEar(connect: () => Promise<pg.Client>, onError: (error: Error) => void): Ear {
  const channels = new Map<string, Listener[]>();
  const stopped = new AbortController();
  let current: Promise<pg.Client> | undefined;

  const guard = (work: () => void) => {
    try {
      work();
    } catch (error) {
      onError(error as Error);
    }
  };

  const attend = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`);

  async function open(): Promise<pg.Client> {
    const client = await connect();
    client.on("notification", ({ channel, payload = "" }) => {
      for (const { hear } of channels.get(channel) ?? []) guard(() => hear(payload));
    });
    client.on("error", onError);
    try {
      for (const channel of channels.keys()) await attend(client, channel);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once("end", () => void reopen());
    return client;
  }

  async function reopen(): Promise<void> {
    for (let wait = firstPause; !stopped.signal.aborted; wait = Math.min(wait * 2, longestPause)) {
      current = open();
      try {
        await current;
        for (const { again } of [...channels.values()].flat()) if (again) guard(again);
        return;
      } catch (error) {
        onError(error as Error);
        await pause(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  return {
    async listen(channel, hear, again) {
      const listeners = channels.get(channel) ?? [];
      channels.set(channel, [...listeners, { hear, again }]);
      const before = current;
      if (!before) {
        current = open();
        current.catch(() => (current = undefined));
      }
      const client = await current!;
      if (before) await attend(client, channel);
    },
    async close() {
      stopped.abort();
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
