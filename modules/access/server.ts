import type { Call } from "#kernel/server/http/call.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { ApiRoom } from "./api.calls.ts";
import { embedCall } from "./embed.calls.ts";
import { OauthRoom } from "./oauth.calls.ts";
import { Register } from "./register.calls.ts";
import { SsoRoom } from "./sso.calls.ts";
import { accessNeeds } from "./needs.calls.ts";

/** What each product has opened, kept from its calls to its start. */
const rooms = new WeakMap<Premises["kernel"], { readonly sso: SsoRoom; readonly oauth: OauthRoom; readonly register: Register }>();

function roomsOf(at: Premises): { readonly sso: SsoRoom; readonly oauth: OauthRoom; readonly register: Register } {
  const known = rooms.get(at.kernel) ?? { sso: new SsoRoom(at), oauth: new OauthRoom(at), register: new Register(at) };
  rooms.set(at.kernel, known);
  return known;
}

/** Resolves when the register of calls is filled; for whoever must not ask too early. @public */
export const registerReady = (kernel: Premises["kernel"]): Promise<unknown> => rooms.get(kernel)?.register.ready() ?? Promise.resolve();

/** Looks at once what the product answers now, as a start does. @public */
export const scanAgain = (kernel: Premises["kernel"]): Promise<void> => rooms.get(kernel)!.register.scan();

/** The server half: doors of the gate, calls, the register and the daily look at secrets. */
export const accessSide: Side = {
  code: "access",
  needs: accessNeeds,
  calls: (at): readonly Call[] => {
    const { sso, oauth } = roomsOf(at);
    return [...sso.calls(), ...oauth.calls(), ...new ApiRoom(at).calls(), embedCall(at)];
  },
  start: (at) => {
    const { sso, oauth, register } = roomsOf(at);
    const { doors } = at.gate;
    doors.sso = sso.door;
    doors.apps = oauth.door;
    doors.ruleOf = register.ruleOf;
    doors.heard = register.heard;
    return register.start();
  },
};
