import { textOf } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Scanner, type Heard } from "./Scanner.tsx";
import type { Counted } from "./ScanBox.tsx";

/** What was scanned: a note, a box or a pallet, and the note it belongs to. */
interface Scanned {
  readonly kind: string;
  readonly noteId: string;
  readonly noteNum: string | null;
}

/** The field of the gate: a note is opened, a box or a pallet opens its note and is counted. */
export function ScanField({ found, scans }: { found(row: Scanned): void; readonly scans: boolean }) {
  const say = useText();
  const work = async (code: string, requestId: string): Promise<Heard> => {
    const { data } = await call<Scanned>("srmServer/v1/srmPurDeliveryNoteRestful/findByScan", { code });
    const number = textOf(data.noteNum);
    if (data.kind === "NOTE" || !scans) {
      found(data);
      return { ok: true, text: say([`送货单 ${number}`, `Note ${number}`]) };
    }
    const request = { noteId: data.noteId, barcode: code, requestId };
    const { data: counted } = await call<Counted>("srmServer/v1/srmPurReceiveRestful/doScan", request);
    const boxes = `${textOf(counted.scannedBoxes)}/${textOf(counted.totalBoxes)}`;
    const already = counted.already.join(" ");
    found(data);
    return { ok: already === "", text: `${say([`${number} 已扫 ${boxes} 箱`, `${number}: ${boxes} boxes scanned`])} ${already}`.trim() };
  };
  return <Scanner hint={say(["扫描送货单二维码、箱码或托盘码", "Scan a note, a box or a pallet"])} work={work} />;
}
