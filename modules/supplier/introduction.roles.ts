import { responsibilities } from "./responsibilities.ts";

const looks = [
  ["introduceSceneList", "btnExport", "btnTestMatch"],
  ["qualificationRequireList", "btnExport", "btnPreview", "btnPreviewAttachment", "btnDownloadAttachment"],
] as const;
const all = ["introduceSceneList", "qualificationRequireList"];

/** Who sets introductions up and who looks at it. */
export const introductionRoles = responsibilities({
  SYS_ADMIN: all,
  SUP_SPECIALIST: all,
  SOURCING: looks,
  PUR_MANAGER: looks,
  QUALITY: looks,
  QUALITY_MANAGER: looks,
  AUDITOR: looks,
});
