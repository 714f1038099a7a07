import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { SlidersHorizontal } from "lucide-react";
import { ChannelMark } from "./parts/channels.tsx";
import type { msgUnsubscribe } from "./source.entity.ts";

/** A kind says its name, a configuration its code. */
function What({ scope, value }: { readonly scope: unknown; readonly value: unknown }) {
  const kinds = useLookup("MSG_KIND");
  const say = useText();
  if (scope === "ALL_OPTIONAL") return say(["全部可退订的消息", "Everything possible"]);
  return scope === "KIND" ? kinds.meaning(value) : String(value ?? "–");
}

function Preferences() {
  const say = useText();
  return (
    <Button icon={<SlidersHorizontal size={14} />} onClick={() => void openPage({ path: "userCenter", query: { section: "messages" } })}>
      {say(["接收偏好", "Preferences"])}
    </Button>
  );
}

export const slots = listSlots<typeof msgUnsubscribe>({
  buttons: () => <Preferences />,
  cells: {
    scopeValue: { render: (row) => <What scope={row.scope} value={row.scopeValue} /> },
    channel: { render: (row) => (row.channel ? <ChannelMark channel={String(row.channel)} /> : "–") },
  },
  rowTone: (row) => (row.status === "RESTORED" ? "muted" : null),
});
