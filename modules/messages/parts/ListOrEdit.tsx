import type { Entity } from "#kernel/entity.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { EditSlots, ListSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import "./messages.css";

interface Props {
  /** Its edit page is the route it stands on. */
  readonly entity: Entity;
  readonly list?: ListSlots;
  readonly edit: EditSlots;
}

/** A list and the form of its rows under one route: the id tells which is meant. */
export function ListOrEdit({ entity, list, edit }: Props) {
  const tab = useTab();
  return (
    <Ground>
      {tab.query["id"] ? <EditPage entity={entity} slots={edit} /> : <ListPage entity={entity} slots={list as ListSlots & EditSlots} />}
    </Ground>
  );
}
