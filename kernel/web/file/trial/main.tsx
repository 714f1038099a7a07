import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { importSignKey } from "../../crypto.ts";
import { useLanguage } from "../../language.ts";
import { ConfirmHost } from "../../shell/ConfirmHost.tsx";
import { Toasts } from "../../shell/Toasts.tsx";
import "../../theme/tokens.css";
import "../../theme/inter.css";
import "../../theme/base.css";
import "../../theme/shell.css";
import { TableWorld, bareWorld } from "../../table/world.ts";
import { openDoor, type Signer } from "../../wire.ts";
import { AttachmentCell } from "../AttachmentCell.tsx";
import { AttachmentList } from "../AttachmentList.tsx";
import { ImageCropper } from "../ImageCropper.tsx";
import "./trial.css";

const asked = new URLSearchParams(location.search);
if (asked.get("lang") !== null) useLanguage.getState().setLanguage(asked.get("lang") === "EN" ? "EN" : "CN");

/** A signer whose signatures the trial server does not look at; the public key is the server's own. */
const signer = async (): Promise<Signer> => ({
  kind: "session",
  certificate: "c_buyer01",
  authorizationCode: "",
  gatewayTag: "srm-main",
  key: await importSignKey(new Uint8Array(32)),
  ...((await (await fetch("/trial-key")).json()) as { keyId: string; publicKey: string }),
});
openDoor({ signer, renewAnonymous: signer, lost: () => undefined });

const config = { functionId: "SrmPurOrderHeader", valueKey: "fileIds" };

function Trial() {
  const [value, setValue] = useState(asked.get("ids") ?? "");
  const [picture, setPicture] = useState<File | null>(null);
  const [cropped, setCropped] = useState<string | null>(null);
  return (
    <TableWorld value={{ ...bareWorld, granted: (code) => code !== asked.get("without") }}>
      <main className="trial">
        <h1>Attachments</h1>
        <div className="trial-two">
          <AttachmentList
            level={2}
            title={["附件", "Attachments"]}
            value={value}
            onChange={setValue}
            config={config}
            businessId="po1"
            maxHeight="none"
          />
          <AttachmentList
            level={2}
            title={["图纸", "Drawings"]}
            value={asked.get("none") ?? ""}
            onChange={() => undefined}
            config={{ ...config, formats: ["pdf", "dwg"], maxCount: 5 }}
            businessId="po1"
          />
        </div>
        <table>
          <thead>
            <tr>
              <th scope="col">物料</th>
              <th scope="col">附件</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>ABS 上盖</td>
              <td>
                <AttachmentCell row={{ id: "po1", fileIds: value }} config={config} editable change={(next) => setValue(String(next))} />
              </td>
            </tr>
          </tbody>
        </table>
        <label className="trial-crop">
          裁剪 <input id="crop" type="file" onChange={(event) => setPicture(event.target.files?.[0] ?? null)} />
        </label>
        {cropped ? <img id="cropped" src={cropped} alt="cropped" width={180} height={180} /> : null}
        {picture ? (
          <ImageCropper
            file={picture}
            onClose={() => setPicture(null)}
            onDone={(file) => {
              setCropped(URL.createObjectURL(file));
              setPicture(null);
            }}
          />
        ) : null}
        <output id="value">{value}</output>
      </main>
      <ConfirmHost />
      <Toasts />
    </TableWorld>
  );
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Trial />
  </StrictMode>,
);
