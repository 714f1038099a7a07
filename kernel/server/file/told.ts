import { fill, say, type Text } from "#kernel/text.ts";
import { dayIn, houseDay } from "#kernel/time.ts";
import type { Gate } from "../gate/gate.ts";
import type { Kernel } from "../kernel.ts";
import { heldOn } from "../access/permit.ts";
import type { FileEvent } from "./parts.ts";

const letters = {
  FILE_INFECTED: [
    ["文件已隔离", "File quarantined"],
    ["文件{name}含有病毒，已隔离", "File {name} is infected and quarantined"],
  ],
  FILE_QUOTA: [
    ["存储空间", "Storage"],
    ["存储空间已使用{percent}%", "{percent} % of the storage quota is used"],
  ],
} as const satisfies Record<FileEvent["kind"], readonly [subject: Text, text: Text]>;

interface Receiver {
  readonly userId: string;
  readonly email: string | null;
  readonly language: "CN" | "EN" | null;
}

/** Whoever looks after files; where nobody was made FILE_ADMIN, the system administrators. */
async function keepers(kernel: Kernel, now: Date): Promise<readonly Receiver[]> {
  const today = houseDay(now);
  const held = await kernel.db.query<Receiver & { respCode: string }>(
    `select distinct a.id as "userId", a.email, a."userLanguage" as language, r."respCode" from "BaseUserResp" u
       join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId"
     where r."respCode" in ('FILE_ADMIN', 'SYS_ADMIN') and a."userStatus" = 'ACTIVE' and ${heldOn("$1")}`,
    [today],
  );
  const own = held.filter((candidate) => candidate.respCode === "FILE_ADMIN");
  return own.length > 0 ? own : held;
}

async function receiversOf(kernel: Kernel, event: FileEvent, now: Date): Promise<readonly Receiver[]> {
  const all = await keepers(kernel, now);
  if (event.kind !== "FILE_INFECTED" || all.some((receiver) => receiver.userId === event.uploadedBy)) return all;
  const uploader = await kernel.directory.byId(event.uploadedBy);
  return uploader ? [uploader, ...all] : all;
}

/** A frame to the open pages of a person. */
type Push = (userId: string, frame: { readonly type: string; readonly data: Record<string, unknown> }) => Promise<void>;

/** Tells of infected files and of a store that fills up: as a job, so that a stop loses no word and several processes say it once. */
export function fileTeller(kernel: Kernel, gate: Gate, clock: { now(): Date }, push: Push): (event: FileEvent) => void {
  kernel.jobs.on("FILE_TELL", async ({ params }) => {
    const event = params as FileEvent;
    const now = clock.now();
    if (event.kind === "FILE_INFECTED")
      await kernel.security("FILE_INFECTED", {
        userId: event.uploadedBy,
        what: [`${event.name}（${event.virus}）`, `${event.name} (${event.virus})`],
      });
    const [subject, text] = letters[event.kind];
    for (const { userId, email, language } of await receiversOf(kernel, event, now)) {
      const words = fill(text, { ...event });
      await push(userId, { type: "file", data: { kind: event.kind, text: words, ...("fileId" in event ? { fileId: event.fileId } : {}) } });
      const speaks = language ?? "CN";
      if (email)
        await gate.mail.send({ to: email, kind: event.kind, subject: say(subject, speaks), text: say(words, speaks), userId }, now);
    }
  });
  return (event) => {
    const key = event.kind === "FILE_INFECTED" ? event.fileId : `quota ${dayIn(clock.now().toISOString(), "UTC")}`;
    void kernel.jobs.add("FILE_TELL", event, "system:files", { key }).catch(() => undefined);
  };
}
