import type { Entity } from "#kernel/entity.ts";
import { person } from "../person.entity.ts";

const { leaveDate } = person.actions.doLeave.input!;

/** The employee as its pages show it: the hand-over list has a section of its own, and leaving begins with a date alone. */
export const personForm: Entity = { ...person, lines: {}, actions: { ...person.actions, doLeave: { ...person.actions.doLeave, input: { leaveDate } } } };
