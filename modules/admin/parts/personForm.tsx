import type { Entity } from "#kernel/entity.ts";
import { person } from "../person.entity.ts";

const { doLeave, doLeft, doStay, ...others } = person.actions;
const { leaveDate } = doLeave.input!;

/** The employee as its pages show it: the hand-over list has a section of its own with its own buttons, and leaving begins with a date alone. */
export const personForm: Entity = {
  ...person,
  lines: {},
  actions: {
    ...others,
    doLeave: { ...doLeave, tone: "danger", input: { leaveDate } },
    doLeft: { ...doLeft, quiet: true },
    doStay: { ...doStay, quiet: true },
  },
};
