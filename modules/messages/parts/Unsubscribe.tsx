import { Box } from "#kernel/web/block/Box.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { MenuButton } from "#kernel/web/part/Popup.tsx";
import { BellOff } from "lucide-react";
import { useState } from "react";
import { msgUnsubscribe } from "../source.entity.ts";

const channels = ["SITE", "EMAIL", "SMS", "DING", "WECOM"];

/** Ends a kind of message on one channel, from where it annoys; what may not be ended says why. */
export function Unsubscribe({ kind }: { readonly kind: string }) {
  const say = useText();
  const kinds = useLookup("MSG_KIND");
  const names = useLookup("MSG_CHANNEL");
  const [answer, setAnswer] = useState<{ readonly text: string; readonly done: boolean } | null>(null);
  const end = async (channel: string): Promise<void> => {
    try {
      const { document } = await entityCall.act(msgUnsubscribe, "doUnsubscribe", { scope: "KIND", scopeValue: kind, channel });
      tellChanged({ entity: msgUnsubscribe.name, id: String(document.id) });
      const [cn, en] = [names.meaning(channel), kinds.meaning(kind)];
      setAnswer({ done: true, text: say([`已退订「${en}」类的${cn}消息。`, `You will no longer receive ${en} messages by ${cn}.`]) });
    } catch (error) {
      setAnswer({ done: false, text: error instanceof Error ? error.message : "" });
      toast.error(error);
    }
  };
  return (
    <Box soft>
      {answer ? (
        <p role="status" className={answer.done ? undefined : "pc-bad"}>
          {answer.text} {answer.done ? <PageLink href="/main/msgTd">{say(["查看或恢复", "View or restore"])}</PageLink> : null}
        </p>
      ) : (
        <MenuButton
          label={say(["退订", "Unsubscribe"])}
          items={channels.map((key) => ({
            key,
            label: say([`不再以${names.meaning(key)}接收`, `No longer by ${names.meaning(key)}`]),
            run: () => void end(key),
          }))}
        >
          <button type="button" className="pg-link">
            <BellOff size={13} aria-hidden />{" "}
            {say([`退订「${kinds.meaning(kind)}」类消息`, `Unsubscribe from ${kinds.meaning(kind)} messages`])}
          </button>
        </MenuButton>
      )}
    </Box>
  );
}
