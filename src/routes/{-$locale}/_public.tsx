import { createFileRoute } from '@tanstack/react-router'
import { PublicFrame } from '../../features/frame/PublicFrame.tsx'

export const Route = createFileRoute('/{-$locale}/_public')({ component: PublicFrame })
