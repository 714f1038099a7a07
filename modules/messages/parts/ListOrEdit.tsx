import type { Entity } from "#kernel/entity.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { EditSlots, ListSlots } from "#kernel/web/page/slots.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { useTab } from "#kernel/web/tabs.ts";

interface Props<E extends Entity> {
  /** Its edit page is the route it stands on. */
  readonly entity: E;
  readonly list?: ListSlots<E>;
  readonly edit: EditSlots<E>;
}

/** A list and the form of its rows under one route: the id tells which is meant. */
export function ListOrEdit<E extends Entity>({ entity, list, edit }: Props<E>) {
  const tab = useTab();
  return (
    <Ground>
      {tab.query.id ? <EditPage entity={entity} slots={edit} /> : <ListPage entity={entity} slots={list as ListSlots<E> & EditSlots<E>} />}
    </Ground>
  );
}
