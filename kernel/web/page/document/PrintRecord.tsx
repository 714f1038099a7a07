import { useEffect } from "react";
import type { Audience, Entity } from "../../../entity.ts";
import { toast } from "../../message.ts";
import { entityCall } from "../entityCall.ts";
import type { EditSlots, ListSlots } from "../slots.ts";
import { PrintView } from "./PrintView.tsx";
import { useLoad } from "./useLoad.ts";

interface Props {
  readonly entity: Entity;
  readonly id: string;
  readonly audience: Audience;
  readonly slots: (ListSlots & EditSlots) | undefined;
  close(): void;
}

/** Prints a record chosen in a list: a list knows only some of its fields and none of its lines, so the whole of it is read first. */
export function PrintRecord({ entity, id, audience, slots, close }: Props) {
  const { data: row, error } = useLoad(`${entity.name}:${id}`, () => entityCall.find(entity, id));
  useEffect(() => {
    if (!error) return;
    toast.error(error);
    close();
  }, [error, close]);
  if (row === null) return null;
  return slots?.print?.({ row, audience, unsaved: 0, close }) ?? <PrintView entity={entity} row={row} audience={audience} close={close} />;
}
