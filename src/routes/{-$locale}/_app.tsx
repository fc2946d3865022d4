import { createFileRoute } from '@tanstack/react-router'
import { AppFrame } from '../../features/frame/AppFrame.tsx'

export const Route = createFileRoute('/{-$locale}/_app')({ component: AppFrame })
