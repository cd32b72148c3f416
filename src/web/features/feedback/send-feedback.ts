import { useMutation } from '@tanstack/react-query';
import type { FeedbackInput } from '#contract/feedback.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { request } from '#web/lib/request.ts';

export function useSendFeedback() {
  return useMutation({
    mutationFn: (payload: FeedbackInput) => request<MessageResponse>('/api/feedback', { method: 'POST', payload }),
  });
}
