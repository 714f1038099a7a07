import type { EditSlots, ListSlots } from "../page/slots.ts";

/** Slots of a list whose rows are edited in its drawer: those of the list, and those of the form. */
export const listSlots = (slots: ListSlots & Pick<EditSlots, "fields" | "hideSections" | "lineToolbar">): ListSlots & EditSlots =>
  slots as ListSlots & EditSlots;
