import type { Me } from "#kernel/entity.ts";
import { documentBlocks } from "#kernel/server/file/document-pdf.ts";
import { say, type Language } from "#kernel/text.ts";
import type { Attachment } from "../channel.ts";
import type { Office } from "./office.ts";

const mostBytes = 10 * 1024 * 1024;

interface Asked {
  readonly userId: string | null;
  readonly language: Language;
  readonly bizEntity: string | null;
  readonly bizId: string | null;
}

/** The reader under the first of the own responsibilities that opens the document. */
async function readerOf({ kernel, clock }: Office, { userId, language, bizEntity, bizId }: Asked): Promise<Me | null> {
  const e = bizEntity ? kernel.declared.entities.get(bizEntity) : undefined;
  if (!userId || !bizId || !e || e.internal) return null;
  for (const { responsibilityId, supplierId = null } of await kernel.directory.responsibilities(userId, clock.now())) {
    const me = await kernel.permits.me({ userId, responsibilityId, supplierId, language }).catch(() => null);
    if (me && (await kernel.finder.sees(e, bizId, me))) return me;
  }
  return null;
}

/** The document a mail is about, as its reader may see it; what is too big or cannot be printed is left to the link. */
export async function documentAttached(office: Office, asked: Asked): Promise<readonly Attachment[]> {
  const { kernel, pdf } = office;
  const me = pdf ? await readerOf(office, asked) : null;
  if (!pdf || !me) return [];
  try {
    const e = kernel.declared.entity(asked.bizEntity!);
    const row = await kernel.finder.byId(e, asked.bizId!, me);
    const number = String(row[e.number?.[0] ?? e.title[0]!] ?? "");
    const name = `${say(e.label, asked.language)} ${number}`.trim();
    const bytes = await pdf(name, documentBlocks(e, row, kernel.lookups, asked.language));
    return bytes.length > mostBytes ? [] : [{ name: `${name.replace(/[\\/:*?"<>|]/g, "_")}.pdf`, mimeType: "application/pdf", bytes }];
  } catch (error) {
    office.alarm(error);
    return [];
  }
}
