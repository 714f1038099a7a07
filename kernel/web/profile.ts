import { liveWith } from "./session.ts";
import { stateOf } from "./session-record.ts";
import { ask } from "./together.ts";

/** Settings of the installation that the shell itself obeys. */
const CODES = ["TAB_AUTO_REMOVE", "TAB_MODE", "IFRAME_ORIGINS"] as const;
type Code = (typeof CODES)[number];

let values: Partial<Record<Code, string | null>> = {};
let loading: Promise<void> = Promise.resolve();

export const profile = (code: Code): string | null => values[code] ?? null;

/** The same, once the settings have arrived. */
export const profileWhenKnown = async (code: Code): Promise<string | null> => {
  await loading;
  return profile(code);
};

liveWith({
  begin(record) {
    if (stateOf(record) !== "full") return;
    loading = ask<Partial<Record<Code, string | null>>>("baseServer/baseProfileService/getValue", { codes: CODES }).then(
      ({ data }) => void (values = data ?? {}),
      () => undefined,
    );
  },
  end: () => void (values = {}),
});
