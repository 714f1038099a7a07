/** The engine's own words, for the rules that lead it. */
export { sameFact } from "./engine/back.ts";
export { checkDefinition } from "./engine/check.ts";
export { settingsOf, type Definition } from "./engine/definition.ts";
export type { AddMode, Event } from "./engine/event.ts";
export { adminGroup } from "./engine/question.ts";
export { commentNeeded, modelInvalid, noReceiver, notAllowed, notMine } from "./engine/refusals.ts";
export type { Channel, Instance } from "./engine/state.ts";
