import type { Entity } from "../../entity.ts";
import type { EditSlots, ListSlots } from "../page/slots.ts";

/** Slots of a list whose rows are edited in its drawer: those of the list, and those of the form. */
export const listSlots = <E extends Entity = Entity>(
  slots: ListSlots<E> & Pick<EditSlots<E>, "fields" | "hideSections" | "lineToolbar">,
): ListSlots<E> & EditSlots<E> => slots as ListSlots<E> & EditSlots<E>;
