import type { Entity } from "#kernel/entity.ts";
import { userAuthorisation } from "#kernel/platform/user.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useSession } from "#kernel/web/session.ts";
import { useMemo } from "react";
import { useStore } from "zustand";

export const page = { route: "userAuthorisationList", title: ["授权委托", "Delegations"] };

const { fromUserId } = userAuthorisation.fields;

/** Everybody delegates the own work; who looks after accounts may do it for others. */
function FromField({ model }: { readonly model: EditModel }) {
  const say = useText();
  const { doc, base } = useStore(model.state);
  const me = useSession((state) => state.record?.user);
  const manages = useMenus((state) => menuForRoute(state.flat, "user") !== undefined);
  const own = doc["fromUserId"] === me?.userId ? { fromUserName: me?.personName, fromUserCode: me?.userName } : {};
  const row = { ...own, ...doc };
  if (base !== null || !manages) return <span className="pg-text">{String(row["fromUserName"] ?? row["fromUserCode"] ?? "")}</span>;
  return <RefInput field={fromUserId} fieldKey="fromUserId" row={row} label={say(fromUserId.label)} patch={model.patch} />;
}

const slots = listSlots({
  fields: { fromUserId: (model) => <FromField model={model} /> },
  rowTone: (row) => (row["status"] === "EXPIRED" || row["status"] === "REVOKED" ? "muted" : null),
});

/** Who acts for whom, from when to when: the own rows for everyone, all rows for administrators. A new one begins with oneself. */
export default function DelegationsPage() {
  const me = useSession((state) => state.record?.user.userId ?? null);
  const mine = useMemo(
    () =>
      ({ ...userAuthorisation, fields: { ...userAuthorisation.fields, fromUserId: { ...fromUserId, initial: me } } }) as unknown as Entity,
    [me],
  );
  return (
    <Ground>
      <ListPage entity={mine} slots={slots} />
    </Ground>
  );
}
