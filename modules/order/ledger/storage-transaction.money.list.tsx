import type { ListSlots } from "#kernel/web/page/slots.ts";
import { PostingSums } from "../parts/PostingSums.tsx";
import { postingChain } from "../parts/postingChain.tsx";
import type { storageTransaction } from "./transaction.entity.ts";

export const slots: ListSlots<typeof storageTransaction> = {
  head: (context) => <PostingSums context={context} />,
  rowActions: postingChain,
  hideNew: true,
};
