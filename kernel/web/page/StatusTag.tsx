import type { Entity, Tone } from "../../entity.ts";
import { useText } from "../language.ts";

/** How a state looks: six fixed meanings, a dot and a word on a soft ground. */
export function StatusTag({ entity, code }: { readonly entity: Pick<Entity, "states">; readonly code: unknown }) {
  const say = useText();
  const state = entity.states?.[String(code ?? "") as never] as readonly [string, string, Tone?] | undefined;
  if (code === null || code === undefined || code === "") return null;
  return <span className={`pg-status pg-tone-${state?.[2] ?? "neutral"}`}>{state ? say([state[0], state[1]]) : String(code)}</span>;
}
