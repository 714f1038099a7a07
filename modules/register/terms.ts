import type { Text } from "#kernel/text.ts";

/** What an applicant agrees to; the version is kept with the consent, so a new wording needs a new one. */
export const terms: { readonly version: string; readonly text: Text } = {
  version: "2026-01",
  text: [
    "一、贵司保证所填信息和上传资料真实、完整，并在变化时及时更新。二、我们仅为供应商准入、合作管理及法律要求的目的处理贵司及联系人的信息，按内部权限使用，不对外出售；贵司可随时要求更正。三、双方承诺廉洁往来：不提供、不索取、不收受任何不正当利益；发现违规可向我方审计部门举报，举报信息予以保密。四、提供虚假资料或违反廉洁承诺的，我们可终止注册或合作。",
    "1. You state that what you enter and upload is true and complete, and that you will keep it up to date. 2. We use data of your company and its contacts only to admit and manage suppliers and as the law requires, under internal permissions; it is never sold, and you may ask for corrections at any time. 3. Both sides deal honestly: no undue advantage is offered, asked for or taken; breaches may be reported to our audit department in confidence. 4. False statements or a breach of integrity may end the registration or the cooperation.",
  ],
};
