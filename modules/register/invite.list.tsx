import { Button } from "antd";
import { ListPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { later } from "#kernel/web/part/later.tsx";
import { invite } from "./invite.entity.ts";

export const page = { route: "registerInviteList", title: ["注册邀请", "Registration invites"] };

const BatchInvite = later(() => import("./parts/BatchInvite.tsx").then((loaded) => loaded.BatchInvite));

const steps = [
  ["waiting", ["已发送", "Sent"]],
  ["opened", ["已打开", "Opened"]],
  ["registered", ["已注册", "Registered"]],
] as const;

/** How far the invitations came: sent, opened, registered. */
function Funnel({ context }: { readonly context: ListContext<typeof invite> }) {
  const say = useText();
  const load = useLoad(`funnel:${JSON.stringify(context.filter)}`, () => entityCall.countViews(invite, {}));
  if (!load.data) return null;
  const count = (key: string): number => load.data![key]?.count ?? 0;
  const from = count("waiting") + count("opened") + count("registered");
  const reached = [from, count("opened") + count("registered"), count("registered")];
  return (
    <FigureStrip
      label={say(["邀请进展", "Invitation progress"])}
      figures={steps.map(([key, label], i) => ({
        key,
        label: say(label),
        value: reached[i],
        note: from > 0 && i > 0 ? `${Math.round((reached[i]! * 100) / from)}%` : "",
      }))}
    />
  );
}

/** Invitations with how far they came; many are drafted at once from a pasted list. */
export default function InvitesPage() {
  const say = useText();
  const viewer = useViewer();
  const [batch, setBatch] = useState<ListContext<typeof invite> | null>(null);
  const mayBatch = viewer.may("btnBatchAdd");
  const slots = useMemo(
    () =>
      listSlots<typeof invite>({
        cells: {
          companyName: { width: 180 },
          contactName: { width: 90 },
          email: { width: 150 },
          mobile: { width: 110 },
          categoryIds: { width: 120 },
          sendTimes: { width: 80 },
        },
        head: (context) => <Funnel context={context} />,
        buttons: (context) =>
          mayBatch ? (
            <Button icon={<ListPlus size={14} />} onClick={() => setBatch(context)}>
              {say(["批量新增", "Add several"])}
            </Button>
          ) : null,
      }),
    [mayBatch, say],
  );
  return (
    <Ground>
      <ListPage entity={invite} slots={slots} />
      {batch ? <BatchInvite done={batch.reload} close={() => setBatch(null)} /> : null}
    </Ground>
  );
}
