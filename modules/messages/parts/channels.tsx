import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Bot, Mail, MessageSquare, MessagesSquare, Monitor, Smartphone } from "lucide-react";
import type { LucideIcon } from "lucide-react";

/** The channels in the order people think of them. */
export const channelOrder = ["SITE", "EMAIL", "SMS", "DING", "WECOM", "WEBHOOK"] as const;

const icons: Readonly<Record<string, LucideIcon>> = {
  SITE: Monitor,
  EMAIL: Mail,
  SMS: Smartphone,
  DING: MessageSquare,
  WECOM: MessagesSquare,
  WEBHOOK: Bot,
};

const placeOf = (channel: string): number => (channelOrder as readonly string[]).indexOf(channel);

/** Codes of channels as a list, whatever they came as, in their order. */
export const channelsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === "string" && value !== "" ? value.split(",") : []).toSorted(
    (a, b) => placeOf(a) - placeOf(b),
  );

/** A channel by its sign and its word. */
export function ChannelMark({ channel }: { readonly channel: string }) {
  const names = useLookup("MSG_CHANNEL");
  return (
    <Mark tone="neutral" icon={icons[channel] ?? Monitor}>
      {names.meaning(channel)}
    </Mark>
  );
}

/** Several channels in one cell, by their signs. */
export function ChannelList({ value }: { readonly value: unknown }) {
  const say = useText();
  const names = useLookup("MSG_CHANNEL");
  const list = channelsOf(value);
  return list.length === 0 ? (
    <span className="pg-none">–</span>
  ) : (
    <Inline as="span" role="group" label={say(["渠道", "Channels"])}>
      {list.map((channel) => {
        const name = names.meaning(channel);
        return <Mark key={channel} tone="neutral" icon={icons[channel] ?? Monitor} label={name} tip={name} />;
      })}
    </Inline>
  );
}
